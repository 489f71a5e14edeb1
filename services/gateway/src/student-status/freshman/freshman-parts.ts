import type { GatewayArea } from '../../kernel/area.ts';
import { classDivisionHandlers } from './class-division.handlers.ts';
import { freshmanHandlers } from './freshman.handlers.ts';

/** Answers about freshmen, class division and numbers (STUDENT-STATUS-11…15, 19). */
export const statusFreshmanParts: GatewayArea = { handlers: [...freshmanHandlers, ...classDivisionHandlers] };
