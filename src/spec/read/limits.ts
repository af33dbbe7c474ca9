// How much input is too much. Real files are thousands of times smaller; beyond these a file is refused at once, so that
// hostile input costs a diagnostic and not minutes.

export const MAX_FILE_BYTES = 100 * 1024 * 1024;

/** Tables of results, which hold a mapping in every row: a text cannot be much longer. */
export const MAX_TABLE_BYTES = 500 * 1024 * 1024;

/** Lexical tokens of one file, white space included. */
export const MAX_TOKENS = 1_000_000;

/** Characters of one value or comment; reading quoted text takes long. */
export const MAX_VALUE = 1_000_000;

/** Nested collections, in the text as well as in what aliases and includes make of it; whoever walks it recurses. */
export const MAX_NESTING = 100;

/** Nodes of all files together after aliases, merges and includes are expanded. */
export const MAX_NODES = 1_000_000;

export const MAX_INCLUDES = 1000;

/** Diagnostics shown; what comes after is only counted. */
export const MAX_DIAGNOSTICS = 200;

/** Files that include each other in a chain. */
export const MAX_INCLUDE_DEPTH = 50;

/** What to do for lack of a number that is infinite. */
export const UNLIMITED_HINT = 'leave the key out where something is unlimited';
