/** The id of an upload is that of the asset that it becomes. */
export const uploadStream = (assetId: string): string => `upload-${assetId}`;
