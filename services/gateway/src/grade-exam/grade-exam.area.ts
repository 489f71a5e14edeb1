import type { GatewayArea } from '../kernel/area.ts';
import { gradeExamHandlers } from './grade-exam.handlers.ts';

/** What the area brings to the gateway. */
export const gradeExamArea: GatewayArea = { handlers: gradeExamHandlers };
