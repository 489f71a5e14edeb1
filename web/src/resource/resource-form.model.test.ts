import { describe, expect, it } from 'vitest';
import { scoreTemplate } from '@jwxt/contracts/score-setting/score-template.resource.ts';
import { scoreTermControl } from '@jwxt/contracts/score-setting/score-window.resource.ts';
import { checkForm, formValues, placed, sentValues } from './resource-form.model.ts';

const window = {
  ...formValues(scoreTermControl, null, '2026-2027-1'),
  scoreTermInputBeginTime: '2026-12-01 00:00:00',
  scoreTermInputEndTime: '2026-12-31 23:59:59',
};

describe('the form of a declared resource', () => {
  it('begins with what a new row starts with: the current semester, the first kind, in use', () => {
    expect(formValues(scoreTermControl, null, '2026-2027-1')).toMatchObject({
      semesterId: '2026-2027-1',
      scoreType: '1',
      scoreTermInputBeginTime: null,
      departmentId: null,
      sfqy: '1',
    });
  });

  it('SCORE-MORE-22: tells what is missing before it asks the server, then what the row itself breaks', () => {
    expect(checkForm(scoreTermControl, { ...window, scoreTermInputBeginTime: null }).fields).toEqual({
      scoreTermInputBeginTime: '必填',
    });
    expect(checkForm(scoreTermControl, { ...window, scoreTermInputEndTime: '2026-11-01 00:00:00' }).fields).toEqual({
      scoreTermInputEndTime: '录入截止应晚于录入开始',
    });
    expect(checkForm(scoreTermControl, window)).toEqual({ fields: {}, cells: {} });
  });

  it("sends small tables without the browser's names for rows, and nothing for what is empty", () => {
    const row = {
      scoreTemplateName: '模板',
      scoreHierarchyCode: 'bfz',
      digit: 2,
      teacherAdjust: '0',
      isDefault: '0',
      sfqy: '1',
      items: [{ scoreSubItemName: '期末', scoreSubItemProportion: 100, dataKey: 'qm' }],
    };
    expect(sentValues(scoreTemplate, { ...formValues(scoreTemplate, row, ''), scoreTemplateName: ' ' })).toEqual({
      ...row,
      scoreTemplateName: null,
    });
  });

  it('SCORE-MORE-20: a message about a row stands in its cell, one about no field at the foot of the form', () => {
    const values = {
      ...formValues(scoreTemplate, null, ''),
      items: [
        { rowId: 'a', scoreSubItemName: '平时' },
        { rowId: 'b', scoreSubItemName: '平时' },
      ],
    };
    expect(
      placed(scoreTemplate, values, [
        { field: 'values.items.1.scoreSubItemName', message: '分项名称重复' },
        { field: 'values.items', message: '和应为100' },
        { field: 'other', message: '别处' },
      ]),
    ).toEqual({
      fields: { items: '和应为100', '': '别处' },
      cells: { items: { b: { scoreSubItemName: '分项名称重复' } } },
    });
    expect(checkForm(scoreTemplate, { ...values, scoreTemplateName: '模板' }).cells['items']?.['a']).toMatchObject({
      scoreSubItemProportion: '必填',
    });
  });
});
