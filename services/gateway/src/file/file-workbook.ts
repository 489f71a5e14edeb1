import writeExcelFile from 'write-excel-file/node';
import type { z } from 'zod';
import type { fileResource } from '@jwxt/contracts/file/file.operations.ts';

type Resource = z.output<typeof fileResource>;

const columns = [
  { header: '文件名称', width: 40, value: (file: Resource) => file.name },
  { header: '类型', width: 8, value: (file: Resource) => file.fileType },
  { header: '大小（字节）', width: 14, value: (file: Resource) => String(file.fileSize) },
  { header: '业务', width: 14, value: (file: Resource) => file.businessTableName },
  { header: '业务表', width: 22, value: (file: Resource) => file.businessTable },
  { header: '业务主键', width: 40, value: (file: Resource) => file.businessId },
  { header: '上传人', width: 12, value: (file: Resource) => file.uploader },
  { header: '上传时间', width: 20, value: (file: Resource) => file.time },
  { header: 'SHA-256', width: 66, value: (file: Resource) => file.digest },
];

/** The catalogue as xlsx. Every cell is text, so that no file name is taken for a formula. */
export async function fileWorkbook(files: readonly Resource[]): Promise<Buffer> {
  const header = columns.map((column) => ({ value: column.header, fontWeight: 'bold' as const }));
  const rows = files.map((file) => columns.map((column) => ({ value: column.value(file), type: String })));
  return await writeExcelFile([header, ...rows], { columns: columns.map(({ width }) => ({ width })), sheet: '文件资源', stickyRowsCount: 1 }).toBuffer();
}
