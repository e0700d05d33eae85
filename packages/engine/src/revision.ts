/**
 * Names what this engine plays: the beginning of the SHA-256 of the golden matches (tests/golden). Engines of one
 * revision play those byte for byte alike; a replay holds the revision that wrote it, so that whoever plays it again
 * knows whether its bytes can be compared.
 */
export const ENGINE_REVISION = '9d7b8c6d'
