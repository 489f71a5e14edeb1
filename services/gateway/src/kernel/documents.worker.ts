import { renderPdf } from './pdf-writer.ts';
import { readWorkbookTask } from './workbook-reading.ts';
import { readTableTask } from './table-reading.ts';
import { writeWorkbookTask } from './workbook-writer.ts';
import { serveTasks } from './thread-tasks.ts';

serveTasks({
  readWorkbook: readWorkbookTask,
  readTable: readTableTask,
  writeWorkbook: writeWorkbookTask,
  pdf: renderPdf,
});
