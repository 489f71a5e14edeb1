import { EXPORT_KEPT_DAYS, MAX_OPEN_EXPORTS } from './export-job.vocabulary.ts';
import { fileTexts, MAX_BATCH_FILES, MAX_FILES_OF_OBJECT } from './file.vocabulary.ts';

/** Refusals of files. */
export const fileErrors = {
  FILE_TYPE_REFUSED: { status: 415, text: fileTexts.typeRefused },
  FILE_CONTENT_DIFFERS: { status: 415, text: '文件内容与扩展名“{extension}”不符，请确认文件没有损坏或被改名' },
  FILE_TOO_LARGE: { status: 413, text: fileTexts.tooLarge },
  FILE_EMPTY: { status: 400, text: fileTexts.empty },
  FILE_NAME_REFUSED: { status: 400, text: '文件名为空、过长或含有不能使用的字符，请改名后重新上传' },
  FILE_INCOMPLETE: { status: 400, text: '文件没有完整传到服务器，请重新上传' },
  FILE_TOO_MANY: { status: 409, text: `每项业务最多上传 ${MAX_FILES_OF_OBJECT} 个附件` },
  FILE_QUOTA_COUNT: {
    status: 429,
    text: '您今天上传的附件已达每人每天 {limit} 个的上限（含已删除的），请明天再传，或联系管理员',
  },
  FILE_QUOTA_BYTES: {
    status: 429,
    text:
      '您今天已上传 {used}，加上这个文件（{size}）将超过每人每天 {limit} 的上限（含已删除的），请明天再传，' +
      '或联系管理员',
  },
  FILE_UPLOADS_UNDER_WAY: { status: 429, text: '您同时上传的文件过多，请等前面的文件传完后再试' },
  FILE_NOT_FOUND: { status: 404, text: '文件不存在，或不在您的权限范围内' },
  FILE_TABLE_UNKNOWN: { status: 404, text: '该业务没有附件' },
  FILE_READ_ONLY: { status: 403, text: '您不能更改该业务的附件' },
  FILE_LOCKED: { status: 409, text: '申请已提交，附件不能再更改' },
  FILE_MISSING: { status: 500, text: '文件内容在服务器上找不到，请联系管理员' },
  FILE_NOT_PDF: { status: 415, text: fileTexts.previewPdfOnly },
  FILE_PREVIEW_ENDED: { status: 410, text: '预览地址已失效，请重新点击预览' },
  FILE_BATCH_LIMIT: { status: 400, text: `一次最多下载 ${MAX_BATCH_FILES} 个文件，合计不超过 1 GB` },
  WORKBOOK_NOT_XLSX: { status: 415, text: '文件不是 xlsx 工作簿，请使用下载的模板填写，并保存为 xlsx 格式' },
  WORKBOOK_IS_MARKUP: {
    status: 415,
    text: '文件其实是网页或 XML，不是工作簿（有的系统导出的 xls 是这样），请用 Excel 打开后另存为 xlsx',
  },
  WORKBOOK_OLD_OR_LOCKED: { status: 415, text: '文件是旧的 xls 格式或设有密码，请另存为不带密码的 xlsx 后再导入' },
  WORKBOOK_MACROS: { status: 415, text: '文件带有宏，不能导入，请另存为不带宏的 xlsx 后再导入' },
  WORKBOOK_TOO_LARGE: { status: 413, text: '工作簿过大，请只保留模板中的工作表和需要导入的行' },
  WORKBOOK_TOO_MANY_ROWS: { status: 413, text: '工作表超过 {rows} 行，请删除多余的行后再导入' },
  WORKBOOK_DAMAGED: { status: 400, text: '工作簿已损坏或含有不支持的内容，请重新下载模板填写' },
  IMPORT_UNDER_WAY: { status: 409, text: '您有一份文件正在导入，请等它完成后再导入' },
  IMPORTS_WAITING: { status: 429, text: '正在导入的人较多，请稍等片刻再导入' },
  DOCUMENTS_WAITING: { status: 429, text: '您有较多文件正在生成，请等它们完成后再试' },
  EXPORT_TOO_MANY: { status: 429, text: `您已有 ${MAX_OPEN_EXPORTS} 个导出任务没有完成，请等其中一个完成或取消后再试` },
  EXPORT_NOT_READY: { status: 409, text: '导出文件尚未生成，请等任务完成后再下载' },
  EXPORT_EXPIRED: { status: 410, text: `导出文件只保留 ${EXPORT_KEPT_DAYS} 天，请重新导出` },
  FILE_STORE_FULL: { status: 507, text: '服务器存储空间不足，请联系管理员' },
} as const;
