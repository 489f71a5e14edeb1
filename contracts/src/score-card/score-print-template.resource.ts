import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';
import { yesNo } from '../kernel/yes-no.ts';
import type { TranscriptLanguage } from './transcript.ts';

/** What a template is for, by the language of the transcript. */
export const printType = { zh: '1', en: '2' } as const satisfies Record<TranscriptLanguage, string>;

/**
 * SCORE-MORE-37 成绩打印模板: how transcripts look and what they leave out. Who prints chooses one of the language; the
 * default one is taken where none is chosen. What was printed keeps its template as it was.
 */
export const scorePrintTemplate = defineResource({
  name: 'scorePrintTemplate',
  service: 'score',
  table: 'score_print_template',
  key: 'printTemplateId',
  called: 'printTemplateName',
  fields: {
    printTemplateName: field.text('模板名称', 40, { required: true, search: true, list: 'auto' }),
    printType: field.choice(
      '打印类型',
      { [printType.zh]: '中文成绩单', [printType.en]: '英文成绩单' },
      { required: true, search: true, list: 120, initial: printType.zh },
    ),
    title: field.text('标题', 40, { list: 200, empty: '标准标题' }),
    note: field.area('说明文字', 200, { hint: '印在成绩之后' }),
    showFailed: field.yesNo('打印不及格成绩', { initial: yesNo.yes, list: 130 }),
    showAverage: field.yesNo('打印绩点与平均分', { initial: yesNo.yes, list: 140 }),
    landscape: field.yesNo('横向', { list: 70 }),
    isDefault: field.yesNo('默认模板', { list: 90, hint: '每种类型一个；打印时没有选择模板的用它' }),
    sfqy: field.enabled(),
  },
  order: [{ by: 'printType' }, { by: 'isDefault', descending: true }, { by: 'printTemplateName' }],
  unique: [{ fields: ['printTemplateName'], message: '模板名称已存在' }],
  check: ({ isDefault, sfqy }) =>
    isDefault === yesNo.yes && sfqy === yesNo.no ? [{ field: 'isDefault', message: '停用的模板不能作为默认模板' }] : [],
  note: '已经打印的成绩单保留当时的模板。没有默认模板的类型按标准版式打印。',
  empty: '还没有打印模板：成绩单按标准版式打印。',
});
