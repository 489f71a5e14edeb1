import type { GatewayArea } from '../../kernel/area.ts';

/** Answers about registration, payment and figures (STUDENT-STATUS-03, 04, 17, 24). */
export const statusTermParts: GatewayArea = { handlers: [] };
