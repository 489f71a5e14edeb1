// @vitest-environment jsdom
import { queryRegions, regionTree } from '@jwxt/contracts/base-info/region.operations.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok, stubApi } from '../testing/api-stub.ts';
import { Held, render } from '../testing/render.tsx';
import { signedInAlways } from '../testing/signed-in-user.ts';
import { RegionPicker } from './region-picker.tsx';

signedInAlways();

const divisions = regionTree([
  { code: '41', name: '河南省' },
  { code: '410100000000', name: '河南省郑州市' },
  { code: '410102000000', name: '河南省郑州市中原区' },
  { code: '44', name: '广东省' },
  { code: '441900000000', name: '广东省东莞市' },
]);

function open(start: string | null) {
  let value = start;
  const { to } = stubApi([[queryRegions, () => ok(divisions)]]);
  const { user } = render(
    <Held<string | null> start={start}>
      {(held, onChange) => {
        value = held;
        return <RegionPicker label="籍贯" value={held} onChange={onChange} />;
      }}
    </Held>,
  );
  return { user, to, value: () => value, input: () => screen.getByLabelText<HTMLInputElement>('籍贯') };
}

it('PICKERS-092: province, city and district are chosen one after the other; asked for when it is opened', async () => {
  const { user, to, value, input } = open(null);
  expect(to(queryRegions)).toHaveLength(0);
  await user.click(input());
  await user.click(await screen.findByText('河南省'));
  expect(value()).toBe('41');
  await user.click(await screen.findByText('郑州市'));
  await user.click(await screen.findByText('中原区'));
  expect(value()).toBe('410102000000');
  expect(input().value).toBe('河南省郑州市中原区');
  expect(to(queryRegions)).toHaveLength(1);
});

it('any part of the whole name finds one', async () => {
  const { user, value, input } = open(null);
  await user.type(input(), '广东省东');
  await user.click(await screen.findByText('广东省东莞市'));
  expect(value()).toBe('441900000000');
});
