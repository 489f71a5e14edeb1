import type { GatewayArea } from '../../kernel/area.ts';

/** Answers about streaming and transfer of majors (STUDENT-STATUS-20, 22, 23, 36, 37, 41). */
export const statusDivertParts: GatewayArea = { handlers: [] };
