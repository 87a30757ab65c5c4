// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @title TestBridge
/// @notice One side of a canonical bridge between local chains: what is sent here is delivered by the other side, after
/// a delay. The owner carries transfers over, as the prover of a real bridge does, and vouches for what it delivers.
/// @dev A token has the same address on both chains; the zero address is native currency. Each side pays out of what
/// it holds.
contract TestBridge is Ownable {
    using SafeERC20 for IERC20;

    /// @notice What was delivered under an id; nothing was where `height` is 0.
    struct Delivery {
        address token;
        address recipient;
        uint256 amount;
        /// Block of the delivery.
        uint256 height;
    }

    uint256 private constant _WHOLE_BPS = 10_000;
    /// @notice Part of each transfer that the bridge keeps.
    uint256 public immutable FEE_BPS;
    /// @notice Seconds until a transfer is delivered.
    uint256 public immutable DELAY;

    /// @notice Whether an id was sent from here.
    mapping(bytes32 id => bool) public isSent;
    mapping(bytes32 id => Delivery) private _deliveries;

    /// @notice `received` is to be delivered to `recipient` on the other chain, not before `readyAt`.
    event Sent(
        bytes32 indexed id,
        address indexed sender,
        uint256 destinationChainId,
        address token,
        address recipient,
        uint256 amount,
        uint256 received,
        uint256 readyAt
    );
    event Delivered(bytes32 indexed id, address token, address indexed recipient, uint256 amount);

    error AlreadySent(bytes32 id);
    error AlreadyDelivered(bytes32 id);
    error WrongAmount(uint256 amount, uint256 value);
    error WrongChain(uint256 chainId);
    error PaymentFailed();

    /// @param owner Who carries transfers over.
    constructor(address owner, uint256 feeBps, uint256 delay) Ownable(owner) {
        FEE_BPS = feeBps;
        DELAY = delay;
    }

    /// @notice Takes what other accounts put in for deliveries.
    receive() external payable {}

    /// @notice Sends `amount` of a token to another chain.
    /// @param salt Chosen by the sender; one of a sender can be used once.
    /// @return id The transfer's own, which nobody but this sender on this chain can make.
    function send(bytes32 salt, uint256 destinationChainId, address token, address recipient, uint256 amount)
        external
        payable
        returns (bytes32 id)
    {
        if (destinationChainId == block.chainid) revert WrongChain(destinationChainId);
        if (amount == 0 || msg.value != (token == address(0) ? amount : 0)) revert WrongAmount(amount, msg.value);
        id = transferId(block.chainid, msg.sender, salt);
        if (isSent[id]) revert AlreadySent(id);
        isSent[id] = true;
        if (token != address(0)) IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        uint256 received = amount - Math.ceilDiv(amount * FEE_BPS, _WHOLE_BPS);
        emit Sent(id, msg.sender, destinationChainId, token, recipient, amount, received, block.timestamp + DELAY);
    }

    /// @notice Delivers a transfer once; owner only.
    function deliver(bytes32 id, address token, address recipient, uint256 amount) external onlyOwner {
        if (_deliveries[id].height != 0) revert AlreadyDelivered(id);
        _deliveries[id] = Delivery(token, recipient, amount, block.number);
        emit Delivered(id, token, recipient, amount);
        if (token != address(0)) {
            IERC20(token).safeTransfer(recipient, amount);
            return;
        }
        (bool paid,) = recipient.call{value: amount}("");
        if (!paid) revert PaymentFailed();
    }

    /// @notice What was delivered under an id.
    function deliveryOf(bytes32 id) external view returns (Delivery memory) {
        return _deliveries[id];
    }

    /// @notice Id of a transfer.
    function transferId(uint256 originChainId, address sender, bytes32 salt) public pure returns (bytes32) {
        return keccak256(abi.encode(originChainId, sender, salt));
    }
}
