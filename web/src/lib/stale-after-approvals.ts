import { createContext } from 'react';

/**
 * What the areas show of applications, by operation id or its beginning: it is stale when one is decided or taken back.
 * The shell provides it; areas may not import each other.
 */
export const StaleAfterApprovalsContext = createContext<readonly string[]>([]);
