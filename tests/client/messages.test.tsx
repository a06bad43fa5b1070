import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ConfirmDialogProps } from '#client/ui/confirm-dialog.tsx';
import { ConfirmModal } from '#client/ui/confirm-modal.tsx';
import { ToastStack } from '#client/ui/toast-stack.tsx';
import { toast } from '#client/ui/toasts.ts';
import { render } from '#tests/support/render.tsx';

afterEach(() => {
  vi.useRealTimers();
});

// spec states.56 | P §4 Confirmation dialog | Confirm dialog: warning (default), success, info, error | src/client/ui/confirm-modal.tsx
describe('a confirm dialog', () => {
  const show = (type?: ConfirmDialogProps['type']) =>
    render(<ConfirmModal opened type={type} title="Cancel this booking?" message="Sure?" onConfirm={() => {}} onClose={() => {}} />);
  const colorIn = (html: string) => html.match(/--mantine-color-(\w+)-(?:light|filled)/)?.[1];
  const heading = () => screen.getByRole('heading', { name: 'Cancel this booking?' }).innerHTML;
  const colors = () => ({ button: colorIn(screen.getByRole('button', { name: /^Confirm/ }).outerHTML), tint: colorIn(heading()) });

  test.each([
    ['warning', 'triangle-alert', 'terracotta', 'yellow'],
    ['success', 'circle-check', 'green', 'green'],
    ['info', 'info', 'teal', 'blue'],
    ['error', 'circle-alert', 'red', 'red'],
  ] as const)('of type %s shows %s, a button in %s and an icon on %s', async (type, icon, button, tint) => {
    await show(type);
    expect(colors()).toEqual({ button, tint });
    expect(heading()).toMatch(new RegExp(`\\blucide-${icon}\\b`));
  });

  test('is a warning by default', async () => {
    await show();
    expect(colors()).toEqual({ button: 'terracotta', tint: 'yellow' });
  });
});

describe('toasts', () => {
  const listToasts = () =>
    screen
      .queryAllByRole('group')
      .filter((toast) => toast.closest('[data-position="top-right"]'))
      .map(({ textContent }) => textContent);
  const advance = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));
  const show = async (showToast: () => void) => {
    vi.useFakeTimers();
    await render(<ToastStack />);
    await act(async () => showToast());
  };
  const dismiss = () => screen.getByRole('button', { name: 'Dismiss' });

  // spec constants.20 | C §9, D Realtime and notifications | Toasts: at most 20; hover and focus pause them | src/client/ui/toast-stack.tsx
  test('are at most twenty at a time; the next one waits', async () => {
    await show(() => {
      for (let index = 1; index <= 21; index += 1) toast.success(`Toast ${index}`);
    });
    expect(listToasts()).toHaveLength(20);
    expect(listToasts()).not.toContain('Toast 21');
    await advance(3_000);
    expect(listToasts()).toEqual(['Toast 21']);
    await advance(3_000);
    expect(listToasts()).toEqual([]);
  });

  // spec constants.20
  test('stay while the pointer is on them', async () => {
    await show(() => toast.success('Login Successful.'));
    fireEvent.mouseEnter(screen.getByRole('group'));
    await advance(10_000);
    expect(listToasts()).toEqual(['Login Successful.']);
    fireEvent.mouseLeave(screen.getByRole('group'));
    await advance(3_000);
    expect(listToasts()).toEqual([]);
  });

  // spec constants.20
  test('stay while the focus is in them', async () => {
    await show(() => toast.success('Login Successful.'));
    act(() => dismiss().focus());
    await advance(10_000);
    expect(listToasts()).toEqual(['Login Successful.']);
    act(() => dismiss().blur());
    await advance(3_000);
    expect(listToasts()).toEqual([]);
  });

  test('go when they are dismissed', async () => {
    await show(() => toast.info('Your booking has been updated.'));
    fireEvent.click(dismiss());
    await advance(500);
    expect(listToasts()).toEqual([]);
  });
});
