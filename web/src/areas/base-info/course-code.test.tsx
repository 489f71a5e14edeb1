// @vitest-environment jsdom
import { course } from '@jwxt/contracts/base-info/course.resource.ts';
import { findDictionary } from '@jwxt/contracts/base-info/dictionary.operations.ts';
import { resourceOptions } from '@jwxt/contracts/kernel/resource-option.operations.ts';
import { generateCode, releaseCodeOperation } from '@jwxt/contracts/system-setting/code-reservation.operations.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refused, ok, stubApi } from '../../testing/api-stub.ts';
import { render } from '../../testing/render.tsx';
import { signedOutAfterwards, signIn } from '../../testing/signed-in-user.ts';
import { CoursePage } from './course.page.tsx';

signedOutAfterwards();

const told = (message: string, data: object) => ({ body: { code: '200', message, data } });

async function openForm(generated: () => ReturnType<typeof ok>, released: () => ReturnType<typeof ok>) {
  signIn({ permissions: ['courseManage:query', 'courseManage:create', 'codeRule:generate'] });
  stubApi([
    [course.operations.query, () => ok({ rows: [], total: 0 })],
    [resourceOptions, () => ok({ list: [] })],
    [findDictionary, () => ok([])],
    [generateCode, generated],
    [releaseCodeOperation, released],
  ]);
  const page = render(<CoursePage />);
  await page.user.click((await screen.findAllByRole('button', { name: '新增' }))[0]!);
  await page.user.click(await screen.findByRole('button', { name: '生成' }));
  return page;
}

// ERRORS-31, ERRORS-32
it('a number is made for a new course, kept for a while, and given back', async () => {
  const { user, unmount } = await openForm(
    () => told('课程编码生成成功', { code: '10100001', expiresAt: '2026-11-24 12:30:00' }),
    () => told('取消占位成功', { code: '10100001' }),
  );
  expect(await screen.findByText('课程编码生成成功')).toBeDefined();
  expect(await screen.findByDisplayValue('10100001')).toBeDefined();
  expect(screen.getByText('10100001 为您保留到 12:30')).toBeDefined();
  await user.click(screen.getByRole('button', { name: '取消占位' }));
  expect(await screen.findByText('取消占位成功')).toBeDefined();
  expect(screen.queryByDisplayValue('10100001')).toBeNull();
  unmount();
});

// ERRORS-09, ERRORS-10
it('what fails is told in its own words, and what is missing stands at its field', async () => {
  let times = 0;
  const { user, unmount } = await openForm(
    () => {
      times += 1;
      return times === 1
        ? refused('INVALID_INPUT', '', 400, { fieldErrors: [{ field: 'values.kkxy', message: '请先选择开课单位' }] })
        : ok({ code: '10100002', expiresAt: '2026-11-24 12:30:00' });
    },
    () => refused('UNKNOWN', '', 500),
  );
  expect(await screen.findByText('请先选择开课单位')).toBeDefined();
  expect(await screen.findByText('课程编码生成失败')).toBeDefined();
  await user.click(screen.getByRole('button', { name: '生成' }));
  await user.click(await screen.findByRole('button', { name: '取消占位' }));
  expect(await screen.findByText('取消占位失败')).toBeDefined();
  unmount();
});
