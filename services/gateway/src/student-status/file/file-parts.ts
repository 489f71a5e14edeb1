import type { GatewayArea } from '../../kernel/area.ts';
import { certificateFileAccess } from './certificate.file-access.ts';
import { labelHandlers } from './label.handlers.ts';
import { temporaryStudentHandlers } from './temporary-student.handlers.ts';
import { batchUpdateHandlers } from './student-batch-update.handlers.ts';
import { studentFileHandlers } from './student-file.handlers.ts';

/** Answers about the file of a student (STUDENT-STATUS-06, 07, 09, 10, 18, 34). */
export const statusFileParts: GatewayArea = {
  handlers: [...studentFileHandlers, ...batchUpdateHandlers, ...labelHandlers, ...temporaryStudentHandlers],
  fileAccess: [certificateFileAccess],
};
