/**
 * How much is shown before the rest is counted ("and 12 more"): a choice of the page or the message, the same everywhere. None of them
 * bounds what a document may cost.
 */
export const MOST_ON_CARD = 3;
/** In a sentence, and in a row of a card. */
export const MOST_IN_SENTENCE = 5;
/** The boxes of a picture, and what stands beside other content. */
export const MOST_IN_BOX = 8;
/** What is named in one line or one fold. */
export const MOST_NAMED = 12;
export const MOST_LISTED = 20;
/** Lists that a page holds among others. */
export const MOST_ON_PAGE = 50;
/** What is told of one value. */
export const MOST_TOLD = 100;
