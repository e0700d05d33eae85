/** Where a page and its script meet. */
export const ISLAND_ID = 'island'
export const DATA_ID = 'first-data'
