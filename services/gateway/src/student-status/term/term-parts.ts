import type { GatewayArea } from '../../kernel/area.ts';
import { registrationHandlers } from './registration.handlers.ts';
import { studentFiguresHandlers } from './student-figures.handlers.ts';

/** Answers about registration, payment and figures (STUDENT-STATUS-03, 04, 17, 24). */
export const statusTermParts: GatewayArea = { handlers: [...registrationHandlers, ...studentFiguresHandlers] };
