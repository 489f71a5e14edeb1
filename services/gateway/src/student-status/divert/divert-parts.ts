import type { GatewayArea } from '../../kernel/area.ts';
import { shuntHandlers } from './shunt.handlers.ts';
import { transferHandlers } from './transfer.handlers.ts';

/** Answers about streaming and transfer of majors (STUDENT-STATUS-20, 22, 23, 36, 37, 41). */
export const statusDivertParts: GatewayArea = { handlers: [...shuntHandlers, ...transferHandlers] };
