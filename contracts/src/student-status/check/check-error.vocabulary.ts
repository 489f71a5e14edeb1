/** Refusals about photos and info checks (STUDENT-STATUS-08, 21; PERM-14). */
export const statusCheckErrors = {
  PHOTO_REFUSED: { status: 400, text: '照片不符合要求：{reason}' },
  PHOTO_PASSED: { status: 409, text: '该照片已检查合格，不能再更换，请联系教务处' },
  PHOTO_NONE: { status: 404, text: '没有符合条件的照片' },
  PHOTO_ARCHIVE_REFUSED: { status: 400, text: '不能读取该压缩包：{reason}' },
  PHOTO_TOO_MANY: { status: 400, text: '一个压缩包最多 {most} 张照片' },
  INFO_CHECK_NO_TIME: { status: 409, text: '现在不在信息核对时间内，不能提交' },
  INFO_CHECK_FIELD_CLOSED: { status: 400, text: '“{field}”不在本次核对可以更正的字段中' },
  INFO_CHECK_NEEDS_FILE: { status: 400, text: '更正{fields}须上传证明材料' },
  INFO_CHECK_CONFIRMED: { status: 409, text: '本次核对您已确认无误' },
  INFO_CHECK_URGED: { status: 409, text: '今天已经催促过，请明天再试' },
  INFO_CHECK_NOBODY: { status: 409, text: '没有需要催促的学生' },
} as const;
