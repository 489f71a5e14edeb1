/** Refusals of Excel files of a score sheet. The texts say what to do with the file. */
export const scoreDocumentErrors = {
  SHEET_FILE_NOT_TEMPLATE: { status: 400, text: '文件不是由本系统下载的成绩录入表，请下载模板后填写' },
  SHEET_FILE_OTHER_CLASS: { status: 400, text: '文件是“{name}”的成绩录入表，不能导入本教学班' },
  SHEET_FILE_COLUMNS: {
    status: 400,
    text: '第 {row} 行的列标题“{found}”应为“{expected}”：成绩分项已调整或标题被改动，请重新下载模板',
  },
  SHEET_FILE_NO_ROWS: { status: 400, text: '文件中没有学生，请在下载的模板中填写成绩' },
  SHEET_ROW_STUDENT_UNKNOWN: { status: 400, text: '学号不在教学班名单中' },
  SHEET_ROW_NUMBER_DIFFERS: { status: 400, text: '学号被改动，该行的学生是 {student}' },
  SHEET_ROW_NAME_DIFFERS: { status: 400, text: '姓名不符，名单中为“{name}”' },
  SHEET_ROW_TWICE: { status: 400, text: '该学生在文件中出现多次，前一次在第 {row} 行' },
  SHEET_ROW_FORMULA: { status: 400, text: '单元格是公式，请改为直接填写的值' },
  SHEET_ROW_REMARK_UNKNOWN: { status: 400, text: '备注“{name}”不存在，请从列表中选择' },
  SHEET_ROW_CHANGED_BY_OTHER: { status: 409, text: '已被 {name} 于 {time} 改为“{value}”，请核对后在页面上修改' },
} as const;
