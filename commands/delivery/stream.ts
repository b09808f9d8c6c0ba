export const deliveryStream = (deliveryId: string): string => `delivery-${deliveryId}`;
