import { createFileRoute } from '@tanstack/react-router';
import { titled } from '#client/api/page-config.ts';
import { CategoriesPage } from '#client/features/catalogue/categories-page.tsx';
import { ExportButton } from '#client/features/exports/export-button.tsx';

export const Route = createFileRoute('/admin/subject-categories')({
  loader: ({ context: { api } }) => void api.catalogue.categories.prefetch(),
  head: () => titled('Manage Categories'),
  component: Categories,
});

function Categories() {
  return <CategoriesPage actions={<ExportButton wish={{ table: 'categories' }} />} />;
}
