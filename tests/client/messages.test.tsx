import { readFileSync } from 'node:fs';
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
  const styles = readFileSync('src/client/ui/confirm-modal.module.css', 'utf8');
  const show = (type?: ConfirmDialogProps['type']) =>
    render(<ConfirmModal opened type={type} title="Cancel this booking?" message="Sure?" onConfirm={() => {}} onClose={() => {}} />);
  const looks = () => {
    const icon = document.querySelector('[role="dialog"] [data-type]');
    const confirm = [...document.querySelectorAll('[role="dialog"] button')].find(({ textContent }) => textContent?.startsWith('Confirm'));
    return [icon?.getAttribute('data-type'), confirm?.getAttribute('style')?.match(/--mantine-color-(\w+)-filled/)?.[1]];
  };

  it.each([
    ['warning', 'lucide-triangle-alert', 'terracotta', 'warning'],
    ['success', 'lucide-circle-check', 'green', 'success'],
    ['info', 'lucide-info', 'teal', 'info'],
    ['error', 'lucide-circle-alert', 'red', 'danger'],
  ] as const)('of type %s shows %s in %s', async (type, icon, colour, tint) => {
    await show(type);
    expect(looks()).toEqual([type, colour]);
    expect(document.querySelector('[role="dialog"] [data-type] svg')?.classList).toContain(icon);
    expect(styles).toMatch(new RegExp(`data-type="${type}"\\] \\{\\s+background: var\\(--vidya-${tint}-tint\\)`));
  });

  it('is a warning unless told otherwise', async () => {
    await show();
    expect(looks()[0]).toBe('warning');
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
