/** A sign-in counts for its client from the moment it is asked for, and belongs to an address only once that has room. */
export const signInClaims = [`alter table sign_ins alter column email drop not null`]
