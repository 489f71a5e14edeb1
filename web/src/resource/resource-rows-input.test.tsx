// @vitest-environment jsdom
import { queryTeachers } from '@jwxt/contracts/base-info/teacher.operations.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { expenseCategories } from '@jwxt/contracts/student-application/expense-category.resource.ts';
import { exchangeStudentApply } from '@jwxt/contracts/student-application/kinds/exchange-student-apply.ts';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ok, stubApi } from '../testing/api-stub.ts';
import { Held, render } from '../testing/render.tsx';
import { signedInAlways } from '../testing/signed-in-user.ts';
import { FieldInput } from './resource-field-input.tsx';
import { formValues, sentValues } from './resource-form.model.ts';

/* The budget of an exchange, as the form of the application shows it. */

signedInAlways({ permissions: ['teacher:query'] });
const begun = formValues(exchangeStudentApply, null, '2026-2027-1');
let values: WireRow = begun;
beforeEach(() => {
  values = begun;
  stubApi([
    [
      { path: expenseCategories.path.replace('{id}', '34') },
      () =>
        ok([
          { expenseCategoryCode: '0101', expenseCategoryName: '国际旅费' },
          { expenseCategoryCode: '0202', expenseCategoryName: '住宿费' },
        ]),
    ],
    [
      queryTeachers,
      () => ok({ rows: [{ gh: 'T01', ywbm: '1001', xm: '程老师', xb: '女', dwmc: '计算机学院' }], total: 1 }),
    ],
  ]);
});

function open(projectCategoryId: string | null) {
  return render(
    <Held<WireRow> start={{ ...begun, projectCategoryId }}>
      {(held, set) => {
        values = held;
        return (
          <FieldInput
            name="budget"
            field={exchangeStudentApply.fields.budget}
            value={held['budget']}
            row={null}
            form={held}
            onChange={(budget) => {
              set({ ...held, budget });
            }}
          />
        );
      }}
    </Held>,
  );
}
const sum = () => (values['budget'] as WireRow[]).find((row) => row['isTotal'] === true)?.['payAmountFee'];
const add = () => screen.getByRole('button', { name: '新增一行' });

it('PICKERS-054: cells are typed, chosen, dated, pick a teacher and an expense of the kind of project', async () => {
  const { user } = open('34');
  await user.click(add());
  await user.click(screen.getByRole('combobox', { name: '第1行费用类别' }));
  await user.click(await screen.findByRole('option', { name: '国际旅费' }));
  await user.type(screen.getByLabelText('第1行金额（元）'), '5000.55');
  await user.click(screen.getByRole('combobox', { name: '第1行经费来源' }));
  await user.click(await screen.findByRole('option', { name: '学校' }));
  await user.type(screen.getByLabelText('第1行说明'), '往返');
  expect(screen.getByLabelText('第1行预计支付日期')).toBeTruthy();
  await user.click(screen.getByLabelText('第1行经办教师'));
  const dialog = await screen.findByRole('dialog', { name: '教师选择器' });
  await user.click(await within(dialog).findByRole('radio'));
  await user.click(within(dialog).getByRole('button', { name: '确定' }));
  expect(sentValues(exchangeStudentApply, values)['budget']).toEqual([
    expect.objectContaining({
      expenseCategoryCode: '0101',
      payAmountFee: 5000.55,
      paidBy: '1',
      remark: '往返',
      gh: 'T01',
    }),
  ]);
});

it('PICKERS-058: the last row is the sum of the others, also when one goes', async () => {
  const { user } = open('34');
  for (const [at, fee] of ['100.10', '20.05'].entries()) {
    await user.click(add());
    await user.type(screen.getByLabelText(`第${String(at + 1)}行金额（元）`), fee);
  }
  expect(sum()).toBe('120.15');
  await user.click(screen.getByRole('button', { name: '删除第1行' }));
  expect(sum()).toBe('20.05');
  expect(sentValues(exchangeStudentApply, values)['budget']).toHaveLength(1);
});

it('PICKERS-057: without 保留合计行 a new row takes the place of the sum, which can be had again', async () => {
  const { user } = open('34');
  await user.click(screen.getByRole('switch', { name: '保留合计行' }));
  expect(sum()).toBe('0.00');
  await user.click(add());
  expect([sum(), screen.queryByText('合计')]).toEqual([undefined, null]);
  await user.type(screen.getByLabelText('第1行金额（元）'), '7');
  await user.click(screen.getByRole('switch', { name: '保留合计行' }));
  expect(sum()).toBe('7.00');
});

it('without a kind of project there is no expense to choose', async () => {
  const { user } = open(null);
  await user.click(add());
  expect(screen.getByRole('combobox', { name: '第1行费用类别' }).getAttribute('placeholder')).toBe('请先选择项目类别');
});
