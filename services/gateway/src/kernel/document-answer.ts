import type { FileAnswer, SignedInCall } from './handler.ts';
import type { PdfDocument } from './pdf.ts';
import type { WorkbookContent } from './workbook.ts';

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * What keeps a workbook small, so that its rows may be in memory together. Whatever else is exported is an
 * `exportHandler`'s.
 */
type Bound = 'one class' | 'one student' | 'one upload' | 'one scheme' | 'one plan' | 'one table of figures';

/** Makes a small workbook for the caller, as a download. Throws DOCUMENTS_WAITING. */
export async function workbookAnswer<Row>(
  { services, user }: SignedInCall,
  _bound: Bound,
  fileName: string,
  content: WorkbookContent<Row>,
): Promise<FileAnswer> {
  return {
    content: await services.documents.workbook(user.userName, content),
    rows: content.rows.length,
    fileName,
    contentType: WORKBOOK_TYPE,
  };
}

/** Prints a document for the caller, as a download or shown by the browser for printing. Throws DOCUMENTS_WAITING. */
export async function pdfAnswer(
  { services, user }: SignedInCall,
  fileName: string,
  document: PdfDocument,
): Promise<FileAnswer> {
  return {
    content: await services.documents.pdf(user.userName, document.content),
    fileName,
    contentType: 'application/pdf',
  };
}
