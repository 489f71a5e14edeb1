import type { GatewayArea } from '../../kernel/area.ts';

/** Answers about warnings (STUDENT-STATUS-25…28, 30…33). */
export const statusWarningParts: GatewayArea = { handlers: [] };
