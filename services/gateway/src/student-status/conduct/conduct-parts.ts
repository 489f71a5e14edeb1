import type { GatewayArea } from '../../kernel/area.ts';
import { conductHandlers } from './conduct.handlers.ts';

/** Answers about rewards, punishments, leave and yearly grades (STUDENT-STATUS-29, 35, 38, 39). */
export const statusConductParts: GatewayArea = { handlers: conductHandlers };
