import { Anchor, type AnchorProps, Button, type ButtonProps, Card, type CardProps } from '@mantine/core';
import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type LinkOf<P> = P & Omit<ComponentPropsWithRef<'a'>, keyof P>;

const RoutedAnchor = (props: LinkOf<AnchorProps>) => <Anchor inherit {...props} />;
const RoutedButton = (props: LinkOf<ButtonProps>) => <Button component="a" {...props} />;
const RoutedCard = (props: LinkOf<CardProps>) => <Card component="a" {...props} />;

export const AnchorLink: LinkComponent<typeof RoutedAnchor> = createLink(RoutedAnchor);

export const ButtonLink: LinkComponent<typeof RoutedButton> = createLink(RoutedButton);

export const CardLink: LinkComponent<typeof RoutedCard> = createLink(RoutedCard);
