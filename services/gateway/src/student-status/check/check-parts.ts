import type { GatewayArea } from '../../kernel/area.ts';

/** Answers about photos and info checks (STUDENT-STATUS-08, 21; PERM-14). */
export const statusCheckParts: GatewayArea = { handlers: [] };
