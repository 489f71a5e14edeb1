// @vitest-environment jsdom
import { findDictionary } from '@jwxt/contracts/base-info/dictionary.operations.ts';
import { student } from '@jwxt/contracts/base-info/person.resource.ts';
import { queryRegions, regionTree } from '@jwxt/contracts/base-info/region.operations.ts';
import { resourceOptions } from '@jwxt/contracts/kernel/resource-option.operations.ts';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, stubApi } from '../testing/api-stub.ts';
import { render } from '../testing/render.tsx';
import { signedInAlways } from '../testing/signed-in-user.ts';
import { ResourceFormDialog } from './resource-form.dialog.tsx';

signedInAlways();

const divisions = regionTree([
  { code: '41', name: '河南省' },
  { code: '410100000000', name: '河南省郑州市' },
  { code: '410102000000', name: '河南省郑州市中原区' },
]);

it('PICKERS-092: 籍贯 and 生源地 of a student are chosen by province, city and district', async () => {
  stubApi([
    [queryRegions, () => ok(divisions)],
    [findDictionary, () => ok([])],
    [resourceOptions, () => ok({ list: [] })],
  ]);
  const row = { studentCode: 'S1', version: '1', nativePlace: '410102000000', nativePlaceName: '河南省郑州市中原区' };
  const { user, unmount } = render(
    <ResourceFormDialog resource={student} known={row} readOnly={false} onClose={() => undefined} />,
  );
  const form = within(await screen.findByRole('dialog'));
  expect(await form.findByDisplayValue('河南省郑州市中原区')).toBe(form.getByLabelText('籍贯'));
  const source = form.getByLabelText<HTMLInputElement>('生源地');
  expect(source.placeholder).toBe('请选择省、市、区县');
  await user.click(source);
  expect((await screen.findAllByText('河南省')).length).toBeGreaterThan(0);
  unmount();
});
