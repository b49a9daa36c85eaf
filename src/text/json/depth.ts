/**
 * What recurses follows groups, types, blocks and references no deeper: nobody nests so many, and the stack is finite. Values nest as deep as
 * `limits.depth` says.
 */
export const DEEPEST_NESTED = 100;
