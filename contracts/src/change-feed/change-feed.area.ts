import type { ContractArea } from '../kernel/area.ts';
import { changeFeedOperations } from './change-feed.operations.ts';

/** What the area brings to the contracts. */
export const changeFeedArea = { operations: [...changeFeedOperations] } as const satisfies ContractArea;
