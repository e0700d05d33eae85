/** Greatest number of articles in a match: the number that a recording can show. */
export const MOST_ARTICLES = 15
