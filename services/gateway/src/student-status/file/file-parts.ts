import type { GatewayArea } from '../../kernel/area.ts';
import { studentFileHandlers } from './student-file.handlers.ts';

/** Answers about the file of a student (STUDENT-STATUS-06, 07, 09, 10, 18, 34). */
export const statusFileParts: GatewayArea = { handlers: [...studentFileHandlers] };
