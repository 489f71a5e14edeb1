/** Extensions that may be uploaded (FILES-10), in the order in which people are told. */
export const fileExtensions = [
  'txt',
  'zip',
  'rar',
  'jpg',
  'jpeg',
  'bmp',
  'gif',
  'png',
  'doc',
  'docx',
  'xls',
  'xlsx',
  'ppt',
  'pptx',
  'pdf',
] as const;
export type FileExtension = (typeof fileExtensions)[number];

/** Largest file in bytes (FILES-11): 50 MB. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024;
/** Files of one business object at most. */
export const MAX_FILES_OF_OBJECT = 30;
/** Uploads of one person that a gateway takes at the same time; a page sends two. */
export const MAX_UPLOADS_AT_ONCE = 8;
/** Longest name in UTF-8 bytes: what the file systems of those who download can hold. */
export const MAX_NAME_BYTES = 255;
/** Files, and bytes together, in one batch download. */
export const MAX_BATCH_FILES = 100;
export const MAX_BATCH_BYTES = 1024 * 1024 * 1024;
/** Milliseconds after which a download is given up (FILES-07). */
export const DOWNLOAD_TIMEOUT_MS = 15_000;
/** How long a preview address can be opened, in seconds. */
export const PREVIEW_SECONDS = 300;

/** Business tables with attachments: notices and guides (FILES-22), recognitions (RECOGNITION-06), score changes. */
export const NOTICE_FILES = 'T_XTGL_TZGG';
export const GUIDE_FILES = 'T_XTGL_CZZN';
export const RECOGNITION_FILES = 'T_CJGL_XTWCJRD';
export const SCORE_CHANGE_FILES = 'T_CJGL_CJXG';

/** What people are told about files (FILES-10, 11, 14…19). */
export const fileTexts = {
  typeRefused: `仅支持上传${fileExtensions.join('、')}格式的文件`,
  tooLarge: '请上传小于50MB的文件',
  empty: '不能上传空文件',
  uploaded: (name: string) => `${name} 文件上传成功。`,
  uploadFailed: (reason: string) => `文件上传失败！原因：${reason}`,
  downloadFailed: (reason: string) => `下载失败: ${reason}`,
  previewFailed: '预览失败,请联系管理员',
  previewPdfOnly: '仅支持预览pdf文件',
} as const;

/** Names longer than this are shortened in lists (FILES-20). */
export const SHOWN_NAME_LENGTH = 10;

/** A name as lists show it: its first ten characters and an ellipsis when it is longer (FILES-20). */
export function shownFileName(name: string): string {
  const characters = Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment);
  return characters.length > SHOWN_NAME_LENGTH ? `${characters.slice(0, SHOWN_NAME_LENGTH).join('')}…` : name;
}
