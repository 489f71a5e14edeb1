import { createDocuments } from '../kernel/documents.ts';
import type { PdfDocument } from '../kernel/pdf.ts';
import type { WorkbookContent } from '../kernel/workbook.ts';

const documents = createDocuments();

/** The workbook as a person gets it. */
export const writeWorkbook = <Row>(content: WorkbookContent<Row>): Promise<Buffer> =>
  documents.workbook('test', content);

/** The print as a person gets it. */
export const printPdf = (document: PdfDocument): Promise<Buffer> => documents.pdf('test', document.content);
