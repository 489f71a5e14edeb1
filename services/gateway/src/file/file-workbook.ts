import type { z } from 'zod';
import type { fileResource } from '@jwxt/contracts/file/file.operations.ts';
import type { Selection } from '../kernel/selection.ts';
import type { ListContent, WorkbookColumn } from '../kernel/workbook.ts';

type Resource = z.output<typeof fileResource>;

const columns: readonly WorkbookColumn<Resource>[] = [
  { header: '文件名称', width: 40, value: (file) => file.name },
  { header: '类型', width: 8, value: (file) => file.fileType },
  { header: '大小（字节）', width: 14, value: (file) => file.fileSize, kind: 'number' },
  { header: '业务', width: 14, value: (file) => file.businessTableName },
  { header: '业务表', width: 22, value: (file) => file.businessTable },
  { header: '业务主键', width: 40, value: (file) => file.businessId },
  { header: '上传人', width: 12, value: (file) => file.uploader },
  { header: '上传时间', width: 20, kind: 'time', value: (file) => file.time },
  { header: 'SHA-256', width: 66, value: (file) => file.digest },
];

/** The catalogue as xlsx. */
export function fileWorkbook(files: Selection<Resource>): ListContent<Resource> {
  return { sheet: '文件资源', columns, rows: files };
}
