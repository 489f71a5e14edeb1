/** What 更多 opens, as the address names it. */
export const homeDetail = { notices: '1', todos: '2', guides: '3' } as const;
export type DetailKey = (typeof homeDetail)[keyof typeof homeDetail];
