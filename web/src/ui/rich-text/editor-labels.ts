import type { RichTextEditorLabels } from '@mantine/tiptap';

/** What the buttons of the editor are called. */
export const editorLabels: Partial<RichTextEditorLabels> = {
  boldControlLabel: '加粗', italicControlLabel: '斜体', underlineControlLabel: '下划线', strikeControlLabel: '删除线', clearFormattingControlLabel: '清除格式',
  h2ControlLabel: '大标题', h3ControlLabel: '中标题', h4ControlLabel: '小标题',
  bulletListControlLabel: '项目列表', orderedListControlLabel: '编号列表', blockquoteControlLabel: '引用', hrControlLabel: '分隔线',
  alignLeftControlLabel: '左对齐', alignCenterControlLabel: '居中', alignRightControlLabel: '右对齐', unlinkControlLabel: '取消链接',
  undoControlLabel: '撤销', redoControlLabel: '重做',
  tableInsertControlLabel: '插入表格', tableInsertLabel: (columns, rows) => `插入${String(columns)}列${String(rows)}行的表格`, tableDeleteControlLabel: '删除表格',
  tableColumnBeforeControlLabel: '左边加一列', tableColumnAfterControlLabel: '右边加一列', tableColumnDeleteControlLabel: '删除列',
  tableRowBeforeControlLabel: '上面加一行', tableRowAfterControlLabel: '下面加一行', tableRowDeleteControlLabel: '删除行',
  tableMergeCellsControlLabel: '合并单元格', tableSplitCellControlLabel: '拆分单元格', tableToggleHeaderRowControlLabel: '标题行',
};
