import type { GatewayArea } from '../../kernel/area.ts';

/** Answers about changes of status and what they do everywhere (STUDENT-STATUS-16, 40). */
export const statusChangeParts: GatewayArea = { handlers: [] };
