import { screen } from '@testing-library/react';
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ConfirmDialogProps } from '#client/ui/confirm-dialog.tsx';
import { ConfirmModal } from '#client/ui/confirm-modal.tsx';
import { ToastStack } from '#client/ui/toast-stack.tsx';
import { toast } from '#client/ui/toasts.ts';
import { button, press, render, texts } from '#tests/support/render.tsx';

afterEach(() => {
  vi.useRealTimers();
});

// spec states.56 | P §4 Confirmation dialog | Confirm dialog: warning (default), success, info, error | src/client/ui/confirm-modal.tsx
describe('a confirm dialog', () => {
  const show = (type?: ConfirmDialogProps['type']) =>
    render(<ConfirmModal opened type={type} title="Cancel this booking?" message="Sure?" onConfirm={() => {}} onClose={() => {}} />);
  const colorIn = (element: Element | null | undefined) => element?.getAttribute('style')?.match(/--mantine-color-(\w+)-(?:light|filled)/)?.[1];
  const looks = () => {
    const icon = screen.getByRole('heading', { name: 'Cancel this booking?' }).querySelector('svg');
    return { icon, tint: colorIn(icon?.parentElement), button: colorIn(screen.getByRole('button', { name: /^Confirm/ })) };
  };

  it.each([
    ['warning', 'lucide-triangle-alert', 'terracotta', 'yellow'],
    ['success', 'lucide-circle-check', 'green', 'green'],
    ['info', 'lucide-info', 'teal', 'blue'],
    ['error', 'lucide-circle-alert', 'red', 'red'],
  ] as const)('of type %s shows %s, a button in %s and an icon on %s', async (type, icon, button, tint) => {
    await show(type);
    expect(looks()).toMatchObject({ button, tint });
    expect(looks().icon?.classList).toContain(icon);
  });

  it('is a warning by default', async () => {
    await show();
    expect(looks()).toMatchObject({ button: 'terracotta', tint: 'yellow' });
  });
});

describe('toasts', () => {
  const inStack = () => texts('[data-position=top-right] [role=group]');
  const element = () => document.querySelector('[data-position=top-right] [role=group]');
  const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));

  // spec constants.20 | C §9, D Realtime and notifications | Toasts: at most 20; hover and focus pause them | src/client/ui/toast-stack.tsx
  it('are at most twenty at a time; the next one waits for its turn', async () => {
    vi.useFakeTimers();
    await render(<ToastStack />);
    await act(async () => {
      for (let index = 1; index <= 21; index += 1) toast.success(`Toast ${index}`);
    });
    expect(inStack()).toHaveLength(20);
    expect(inStack()).not.toContain('Toast 21');
    await pass(3_000);
    expect(inStack()).toEqual(['Toast 21']);
    await pass(3_000);
    expect(inStack()).toEqual([]);
  });

  // spec constants.20
  it('stay as long as the pointer is on them', async () => {
    vi.useFakeTimers();
    await render(<ToastStack />);
    await act(async () => toast.success('Login Successful.'));
    await act(async () => element()?.dispatchEvent(new MouseEvent('mouseover', { bubbles: true, relatedTarget: document.body })));
    await pass(10_000);
    expect(inStack()).toEqual(['Login Successful.']);
    await act(async () => element()?.dispatchEvent(new MouseEvent('mouseout', { bubbles: true, relatedTarget: document.body })));
    await pass(3_000);
    expect(inStack()).toEqual([]);
  });

  // spec constants.20
  it('stay as long as the focus is in them', async () => {
    vi.useFakeTimers();
    await render(<ToastStack />);
    await act(async () => toast.success('Login Successful.'));
    await act(async () => button('Dismiss').focus());
    await pass(10_000);
    expect(inStack()).toEqual(['Login Successful.']);
    await act(async () => button('Dismiss').blur());
    await pass(3_000);
    expect(inStack()).toEqual([]);
  });

  it('go when they are dismissed', async () => {
    vi.useFakeTimers();
    await render(<ToastStack />);
    await act(async () => toast.info('Your booking has been updated.'));
    await press('Dismiss');
    await pass(500);
    expect(inStack()).toEqual([]);
  });
});
