import { Button } from '@mantine/core';
import { Phone } from 'lucide-react';
import { telephone } from './booking-words.ts';

export type CallButtonProps = { name: string; number: string };

export function CallButton({ name, number }: CallButtonProps) {
  return (
    <Button component="a" href={telephone(number)} variant="default" leftSection={<Phone size={18} aria-hidden="true" />} aria-label={`Call ${name}`}>
      Call
    </Button>
  );
}
