import { renderPdf } from './pdf-writer.ts';
import { readWorkbookTask } from './workbook-reading.ts';
import { writeWorkbookTask } from './workbook-writer.ts';
import { serveTasks } from './thread-tasks.ts';

serveTasks({ readWorkbook: readWorkbookTask, writeWorkbook: writeWorkbookTask, pdf: renderPdf });
