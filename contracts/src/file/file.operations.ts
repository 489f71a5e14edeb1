import { z } from 'zod';
import { commandId, dateTimeText, integer, pageNum, pageSize, total } from '../kernel/fields.ts';
import { sortBy } from '../kernel/list-sort.ts';
import { defineOperation } from '../kernel/operation.ts';
import { businessId, businessTable } from './file.command.ts';
import { fileTexts, MAX_BATCH_FILES } from './file.vocabulary.ts';

const asBusiness = { signedIn: '能否查看、更改附件，由所属业务自身的权限决定' } as const;
const relationalId = z.uuid('附件主键格式不正确');
const relationalIds = z
  .union([z.string().transform((text) => text.split(',')), z.array(z.string())])
  .pipe(z.array(relationalId).min(1).max(MAX_BATCH_FILES));

/** An attachment (FILES-01). `fileSize` in bytes; `businessIds` has every object that it belongs to. */
export const fileItem = z.object({
  uid: z.string(),
  name: z.string(),
  relationalId: z.string(),
  businessTable: z.string(),
  businessId: z.string(),
  businessIds: z.array(z.string()),
  fileSize: z.number().int(),
  fileType: z.string(),
  uploader: z.string(),
  time: dateTimeText,
  /** Whether the browser can show it: pdf only (FILES-13). */
  previewable: z.boolean(),
});

/** Attachments of one business object (FILES-03), oldest first. */
export const businessFiles = defineOperation({
  id: 'file.businessFiles',
  method: 'POST',
  path: '/baseInfo/fileUploadResource/getBusinessAllFileInfo',
  access: asBusiness,
  summary: '业务附件列表',
  encoding: 'form',
  outcome: 'query',
  input: z.object({ businessTable, businessId }),
  output: z.array(fileItem),
});

/**
 * One file with its form fields (FILES-02, FILES-04). The same `fileUid` with the same bytes again is the same file.
 */
export const uploadFile = defineOperation({
  id: 'file.upload',
  method: 'POST',
  path: '/baseInfo/fileUploadResource/uploadFile',
  access: asBusiness,
  summary: '上传附件',
  encoding: 'multipart',
  failureText: '服务器没有应答',
  input: z.object({
    fileUid: z.string().regex(/^[\w-]{1,60}$/, '格式不正确'),
    fileName: z.string().min(1).max(1000),
    fileSize: integer(0),
    /** As the browser names it; what the file is, is found out from its bytes. */
    fileType: z.string().max(200).optional(),
    businessTable,
    businessId,
  }),
  output: fileItem,
});

export const deleteFile = defineOperation({
  id: 'file.delete',
  method: 'POST',
  path: '/baseInfo/fileUploadResource/deleteFile',
  access: asBusiness,
  summary: '删除附件',
  encoding: 'form',
  outcome: 'remove',
  input: z.object({ relationalId, commandId: commandId.optional() }),
  output: z.object({ removed: z.number().int() }),
});

/** The bytes (FILES-06). */
export const downloadFile = defineOperation({
  id: 'file.download',
  method: 'POST',
  path: '/baseInfo/fileUploadResource/downloadFile',
  access: asBusiness,
  summary: '下载附件',
  temporary: '只是查看',
  encoding: 'form',
  failureText: '下载失败',
  answer: 'file',
  input: z.object({ relationalId }),
  output: z.unknown(),
});

/** An id for {@link previewFile} (FILES-08): it opens in this session only, and not for long. */
export const downloadFileUrl = defineOperation({
  id: 'file.previewId',
  method: 'POST',
  path: '/baseInfo/fileUploadResource/downloadFileUrl',
  access: asBusiness,
  summary: '取得预览编号',
  temporary: '只是查看',
  encoding: 'form',
  failureText: fileTexts.previewFailed,
  input: z.object({ relationalId }),
  output: z.object({ id: z.string() }),
});

/**
 * The preview's address, made of the id and the file name (FILES-09). A window opens it, so it carries no headers: the
 * id stands for them.
 */
export const previewFile = defineOperation({
  id: 'file.preview',
  method: 'GET',
  path: '/baseInfo/fileUploadResource/preview/{id}/{fileName}',
  access: asBusiness,
  summary: '在线预览',
  failureText: fileTexts.previewFailed,
  answer: 'file',
  opened: '由浏览器窗口直接打开，不能带请求头；编号只在取得它的会话中有效，且很快失效',
  input: z.object({ id: z.string().max(200), fileName: z.string().max(255) }),
  output: z.unknown(),
});

/** Catalogue of all files (FILES-23). */
const resourceFilter = z.object({
  name: z.string().trim().max(100).optional(),
  fileType: z.string().max(10).optional(),
  businessTable: z.string().max(60).optional(),
  businessId: z.string().trim().max(60).optional(),
  beginTime: dateTimeText.optional(),
  endTime: dateTimeText.optional(),
});
/** Files that one search of the catalogue looks through, the newest of the time and object that it names. */
export const FILES_LOOKED_AT = 10_000;
export const fileResource = fileItem.extend({ businessTableName: z.string(), digest: z.string() });

/** What the list is sorted by. */
export const fileSorts = ['name', 'fileType', 'fileSize', 'businessTableName', 'uploader', 'time'] as const;

export const queryFiles = defineOperation({
  id: 'file.query',
  method: 'POST',
  path: '/baseInfo/fileUploadResource/query',
  access: { permission: 'fileUploadResource:query' },
  scope: 'file',
  summary: '文件资源列表',
  encoding: 'form',
  outcome: 'query',
  input: resourceFilter.extend({ sort: sortBy(fileSorts), pageNo: pageNum, pageSize }),
  /**
   * `latestOnly`: there are more files in that time than are looked through; only the {@link FILES_LOOKED_AT} newest
   * were.
   */
  output: z.object({ rows: z.array(fileResource), total, latestOnly: z.boolean() }),
});

export const exportFiles = defineOperation({
  id: 'file.export',
  method: 'POST',
  path: '/baseInfo/fileUploadResource/export',
  access: { permission: 'fileUploadResource:export' },
  scope: 'file',
  summary: '导出文件资源',
  encoding: 'form',
  outcome: 'exportExcel',
  answer: 'file',
  input: resourceFilter,
  output: z.unknown(),
});

/** Several files in one zip, made while it is sent. */
export const batchDownload = defineOperation({
  id: 'file.batchDownload',
  method: 'POST',
  path: '/baseInfo/fileUploadResource/batchDownload',
  access: { permission: 'fileUploadResource:batchDownload' },
  scope: 'file',
  summary: '批量下载文件',
  temporary: '只是查看',
  encoding: 'form',
  failureText: '下载失败',
  answer: 'file',
  input: z.object({ relationalIds: relationalIds }),
  output: z.unknown(),
});

export const batchDelete = defineOperation({
  id: 'file.batchDelete',
  method: 'POST',
  path: '/baseInfo/fileUploadResource/delete',
  access: { permission: 'fileUploadResource:delete' },
  scope: 'file',
  summary: '删除文件',
  encoding: 'form',
  outcome: 'remove',
  input: z.object({ relationalIds: relationalIds, commandId }),
  output: z.object({ removed: z.number().int() }),
});

export const fileOperations = [
  businessFiles,
  uploadFile,
  deleteFile,
  downloadFile,
  downloadFileUrl,
  previewFile,
  queryFiles,
  exportFiles,
  batchDownload,
  batchDelete,
] as const;
