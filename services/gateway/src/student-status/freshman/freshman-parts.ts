import type { GatewayArea } from '../../kernel/area.ts';

/** Answers about freshmen, class division and numbers (STUDENT-STATUS-11…15, 19). */
export const statusFreshmanParts: GatewayArea = { handlers: [] };
